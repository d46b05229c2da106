; What Python has. The names of captures are told in ../doc.go.

(function_definition name: (identifier) @name body: (_) @body) @function
(class_definition name: (identifier) @name body: (_) @body) @class
(module (expression_statement (assignment left: (identifier) @name) @variable))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @variable)))

(parameters (_) @param)
(function_definition return_type: (_) @returns)
(function_definition body: (block . (expression_statement (string) @doc)))
(class_definition body: (block . (expression_statement (string) @doc)))
(comment) @comment

(call function: (identifier) @call)
(call function: (attribute attribute: (identifier) @call))
(decorator (identifier) @call)
(decorator (attribute attribute: (identifier) @call))

(import_statement name: (dotted_name) @import.module)
(import_statement name: (aliased_import name: (_) @import.module alias: (_) @import.alias))
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name)
(import_from_statement module_name: (_) @import.module name: (aliased_import name: (_) @import.name alias: (_) @import.alias))
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.name)
(future_import_statement name: (dotted_name) @import.name)

[(if_statement) (elif_clause) (conditional_expression) (if_clause)] @if
[(for_statement) (for_in_clause)] @for
(while_statement) @while
(case_clause) @case
(except_clause) @catch
(boolean_operator "and") @and
(boolean_operator "or") @or

(identifier) @use
(attribute attribute: (identifier) @member)
(keyword_argument name: (identifier) @member)
(assignment left: (identifier) @write)
(assignment left: (pattern_list (identifier) @write))
(augmented_assignment left: (identifier) @write)
(named_expression name: (identifier) @write)
(for_statement left: (identifier) @write)
(for_statement left: (pattern_list (identifier) @write))
(as_pattern alias: (as_pattern_target (identifier) @write))
