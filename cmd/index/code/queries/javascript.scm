; What JavaScript has beside ecmascript.scm.

(field_definition property: (_) @name value: (arrow_function body: (_) @body)) @function
