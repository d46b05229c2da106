; Elements, which JavaScript and TSX have.

(jsx_opening_element name: (identifier) @element)
(jsx_self_closing_element name: (identifier) @element)
