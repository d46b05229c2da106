// What the extension starts. Each command is a program with arguments in a terminal, never a
// line for a shell: a folder's name may have anything in it.
exports.commands = {
  trust: ['trust'],
  test: ['test'],
  ui: ['ui'],
  except: ['except', 'last'], // which asks there
}

exports.server = (program) => ({ command: program, args: ['lsp'] })

// The server tells rules from other CUE itself.
exports.selector = [{ scheme: 'file', language: 'cue' }]
