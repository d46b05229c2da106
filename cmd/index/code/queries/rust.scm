; What Rust has. The names of captures are told in ../doc.go.

(function_item name: (_) @name body: (_) @body) @function
(function_signature_item name: (_) @name) @function
(macro_definition name: (identifier) @name (macro_rule) @body) @function
(struct_item name: (_) @name) @class
(struct_item body: (field_declaration_list) @body)
(union_item name: (_) @name body: (_) @body) @class
(enum_item name: (_) @name body: (_) @body) @enum
(trait_item name: (_) @name body: (_) @body) @interface
(type_item name: (_) @name) @type
(mod_item name: (_) @name body: (_) @body) @module
(const_item name: (_) @name) @variable
(static_item name: (_) @name) @variable
(impl_item type: (type_identifier) @name body: (_) @body) @scope
(impl_item type: (generic_type type: (type_identifier) @name) body: (_) @body) @scope

(parameters [(parameter) (self_parameter) (variadic_parameter)] @param)
(function_item return_type: (_) @returns)
(function_signature_item return_type: (_) @returns)
[(line_comment) (block_comment)] @comment
(attribute_item) @attribute

(call_expression function: (identifier) @call)
(call_expression function: (field_expression field: (field_identifier) @call))
(call_expression function: (scoped_identifier name: (identifier) @call))
(call_expression function: (generic_function function: (identifier) @call))
(call_expression function: (generic_function function: (field_expression field: (field_identifier) @call)))
(call_expression function: (generic_function function: (scoped_identifier name: (identifier) @call)))
(macro_invocation macro: (identifier) @call)
(macro_invocation macro: (scoped_identifier name: (identifier) @call))

(use_declaration argument: (identifier) @import.module)
(use_declaration argument: (scoped_identifier path: (_) @import.module name: (_) @import.name))
(use_declaration argument: (use_as_clause path: (identifier) @import.module alias: (_) @import.alias))
(use_declaration argument: (use_as_clause path: (scoped_identifier path: (_) @import.module name: (_) @import.name) alias: (_) @import.alias))
(use_declaration argument: (scoped_use_list path: (_) @import.module list: (use_list [(identifier) (self) (scoped_identifier) (scoped_use_list)] @import.name)))
(use_declaration argument: (scoped_use_list path: (_) @import.module list: (use_list (use_as_clause path: (_) @import.name alias: (_) @import.alias))))
(use_declaration argument: (use_wildcard (_) @import.module))

(if_expression) @if
(for_expression) @for
[(while_expression) (loop_expression)] @while
(match_arm) @case
(binary_expression operator: "&&") @and
(binary_expression operator: "||") @or

(identifier) @use
(let_declaration pattern: (identifier) @write)
(let_declaration pattern: (mut_pattern (identifier) @write))
(assignment_expression left: (identifier) @write)
(compound_assignment_expr left: (identifier) @write)
(for_expression pattern: (identifier) @write)
