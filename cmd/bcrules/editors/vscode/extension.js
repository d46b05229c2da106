// The client of "bcrules lsp" for VS Code and its kin. What it does without the editor is in
// commands.js, which tests run by node alone.
const vscode = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')
const { commands, server, selector } = require('./commands')

let client

async function start() {
  const program = vscode.workspace.getConfiguration('bcrules').get('path')
  client = new LanguageClient('bcrules', 'bcrules', server(program), { documentSelector: selector })
  await client.start()
}

exports.activate = async (context) => {
  for (const [name, args] of Object.entries(commands)) {
    context.subscriptions.push(
      vscode.commands.registerCommand('bcrules.' + name, () => {
        const program = vscode.workspace.getConfiguration('bcrules').get('path')
        const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath
        vscode.window.createTerminal({ name: 'bcrules ' + name, shellPath: program, shellArgs: args, cwd: folder }).show()
      }),
    )
  }
  context.subscriptions.push(
    vscode.commands.registerCommand('bcrules.restart', async () => {
      await client?.stop()
      await start()
    }),
  )
  await start()
}

exports.deactivate = () => client?.stop()
