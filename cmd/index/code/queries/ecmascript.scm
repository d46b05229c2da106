; What JavaScript and TypeScript have in common.

(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(lexical_declaration (variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body))) @function
(lexical_declaration (variable_declarator name: (identifier) @name value: (function_expression body: (_) @body))) @function
(variable_declaration (variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body))) @function
(variable_declaration (variable_declarator name: (identifier) @name value: (function_expression body: (_) @body))) @function
(method_definition name: (_) @name body: (_) @body) @function
(class_declaration name: (_) @name body: (_) @body) @class
(program (lexical_declaration (variable_declarator name: (identifier) @name)) @variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @variable)
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name)) @variable))

(formal_parameters (_) @param)
(arrow_function parameter: (_) @param)
(comment) @comment
(decorator) @attribute

(call_expression function: (identifier) @call)
(call_expression function: (member_expression property: (_) @call))
(new_expression constructor: (identifier) @call)
(new_expression constructor: (member_expression property: (_) @call))

(import_statement source: (string (string_fragment) @import.module))
(import_statement (import_clause (identifier) @import.name) source: (string (string_fragment) @import.module))
(import_statement (import_clause (namespace_import (identifier) @import.alias)) source: (string (string_fragment) @import.module))
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_)? @import.alias))) source: (string (string_fragment) @import.module))
(export_statement source: (string (string_fragment) @import.module))
(call_expression function: (identifier) @is.require arguments: (arguments . (string (string_fragment) @import.module)))
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @import.module)))

[(if_statement) (ternary_expression)] @if
[(for_statement) (for_in_statement)] @for
[(while_statement) (do_statement)] @while
(switch_case) @case
(catch_clause) @catch
(binary_expression operator: "&&") @and
(binary_expression operator: ["||" "??"]) @or

[(identifier) (shorthand_property_identifier) (shorthand_property_identifier_pattern)] @use
(array_pattern (identifier) @write)
(object_pattern (shorthand_property_identifier_pattern) @write)
(variable_declarator name: (identifier) @write)
(assignment_expression left: (identifier) @write)
(augmented_assignment_expression left: (identifier) @write)
(update_expression argument: (identifier) @write)
(for_in_statement left: (identifier) @write)
