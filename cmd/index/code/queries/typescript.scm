; What TypeScript has beside ecmascript.scm.

(public_field_definition name: (_) @name value: (arrow_function body: (_) @body)) @function
(abstract_class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name body: (_) @body) @enum
(internal_module name: (_) @name body: (_) @body) @module
(function_signature name: (_) @name) @function
(interface_body (method_signature name: (_) @name) @function)
(abstract_method_signature name: (_) @name) @function

(function_declaration return_type: (_) @returns)
(function_signature return_type: (_) @returns)
(method_definition return_type: (_) @returns)
(method_signature return_type: (_) @returns)
(abstract_method_signature return_type: (_) @returns)
(arrow_function return_type: (_) @returns)
(function_expression return_type: (_) @returns)

(import_statement (import_require_clause (identifier) @import.alias source: (string (string_fragment) @import.module)))
