-- A file that was read, as it was then: size in bytes, changed in milliseconds since 1970.
-- fault says why nothing is known of it, "" mostly.
create table files (path text primary key, language text not null, size bigint not null, changed bigint not null, indexed bigint not null, lines bigint not null, fault text not null default '');

-- What has a name that others use. kind: function, method, class, interface, type, enum,
-- variable, module. parent: the class or type it stands in. params: a JSON list of texts.
create table symbols (id integer primary key, file text not null, name text not null, kind text not null, parent text not null, line int not null, stop int not null, signature text not null, params text not null, returns text not null, doc text not null);
create index symbols_file on symbols (file);
create index symbols_name on symbols (name);

-- caller: the innermost symbol around it. callee: the last name of what is called.
create table calls (file text not null, line int not null, caller text not null, callee text not null);
create index calls_file on calls (file);
create index calls_callee on calls (callee, file, line);
create index calls_caller on calls (caller, file, line);

-- All of a module where name is "".
create table imports (file text not null, line int not null, module text not null, name text not null, alias text not null);
create index imports_file on imports (file);
create index imports_module on imports (module);

-- Where a function may go more than one way. symbol: its id. kind: if, for, while, case,
-- catch, and, or.
create table branches (file text not null, symbol int not null, line int not null, stop int not null, kind text not null);
create index branches_symbol on branches (symbol);

-- Identifiers in a function's body, each once a line. writes: 1 where it is assigned.
create table names (file text not null, symbol int not null, name text not null, line int not null, writes int not null);
create index names_symbol on names (symbol);

-- Symbols by words of their names and docs: where words match '…' order by bm25(words).
create virtual table words using fts5 (name, doc, content = 'symbols', content_rowid = 'id', tokenize = 'porter unicode61');
create trigger symbols_in after insert on symbols begin insert into words (rowid, name, doc) values (new.id, new.name, new.doc); end;
create trigger symbols_out after delete on symbols begin insert into words (words, rowid, name, doc) values ('delete', old.id, old.name, old.doc); end;

-- One row: the last run over the whole project, in milliseconds since 1970. ended is 0
-- until one has been whole: then the index is ready. Of files so many are to be read, and
-- done are; missing says which languages have no grammar, "" for none.
create table state (began bigint not null, ended bigint not null, files int not null, done int not null, missing text not null);
insert into state values (0, 0, 0, 0, '');

-- What is to be read, "" for the whole project; at tells two askings of it apart.
create table asked (path text primary key, at int not null);

-- Files of which symbols.json doesn't have what is here.
create table unsaid (path text primary key);
