-- A session of Neovim with its own LSP client: what an author sees. It writes a line for each thing
-- that was seen, which the test compares; ROUNDS measures how long a fault takes to be underlined.
local file, server = os.getenv('RULES'), os.getenv('SERVER')
vim.o.swapfile = false
vim.cmd('edit ' .. file)
local buf = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = 'bcrules', cmd = { server, 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(buf, client)
local function say(...) io.stdout:write(table.concat({ ... }, ' ') .. '\n') end
local function must(what, ok) if not ok then say('FAILED', what); vim.cmd('cquit') end end
local function lines() return vim.api.nvim_buf_get_lines(buf, 0, -1, false) end
local function find(text)
  for i, l in ipairs(lines()) do
    local at = l:find(text, 1, true)
    if at then return i - 1, at - 1 end
  end
  must('find ' .. text, false)
end
-- change puts a text in the place of another, as typing does.
local function change(from, to)
  local line, at = find(from)
  vim.api.nvim_buf_set_text(buf, line, at, line, at + #from, { to })
end
local function faults() return vim.diagnostic.get(buf) end
local function seen(what, ok, ms)
  must(what .. ' in time', vim.wait(ms or 60000, ok, 1))
end
local function ask(method, text, offset, more)
  local line, at = find(text)
  local params = { textDocument = { uri = vim.uri_from_bufnr(buf) }, position = { line = line, character = at + (offset or 0) } }
  for k, v in pairs(more or {}) do params[k] = v end
  local all = vim.lsp.buf_request_sync(buf, method, params, 60000)
  must(method, all)
  for _, r in pairs(all) do return r.result end
end
seen('the server', function() return vim.lsp.buf_is_attached(buf, client) and #vim.lsp.buf_get_clients(buf) == 1 end)

change('// HERE', 'typed: {on: "PreToolUse", match: "Bash", rules: [{when: "event.tool_input.comand contains \'x\'", do: deny: "No."}]}')
seen('a fault', function() return #faults() > 0 end)
say('underlined', faults()[1].message)
local labels = {}
for i, item in ipairs(ask('textDocument/completion', 'tool_input.comand', #'tool_input.').items) do labels[i] = item.label end
say('completed', table.concat(labels, ' '))
local line = find('comand')
local d = faults()[1]
local actions = ask('textDocument/codeAction', 'comand', 0, { range = { start = { line = d.lnum, character = d.col }, ['end'] = { line = d.end_lnum, character = d.end_col } }, context = { diagnostics = {} } })
must('two actions', actions and #actions == 2)
say('offered', actions[1].title, 'and', actions[2].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, vim.lsp.get_client_by_id(client).offset_encoding)
seen('mended', function() return #faults() == 0 end)
say('mended', vim.trim(lines()[line + 1]))
say('hover', (ask('textDocument/hover', 'tool_input.command', #'tool_in').contents.value:gsub('\n.*', '')))
local def = ask('textDocument/definition', 'level:', 1)
say('definition', (def.uri:gsub('.*/packs/[^/]*/', '')))
local symbols = {}
for i, s in ipairs(ask('textDocument/documentSymbol', 'package')) do symbols[i] = s.name end
say('outline', table.concat(symbols, ' '))

-- The lens over the hook, by the client's own commands: its answer is what the server tells.
local told
vim.lsp.handlers['window/showMessage'] = function(_, result) told = result.message end
vim.cmd('silent write')
vim.lsp.codelens.refresh()
seen('a lens', function() return #vim.lsp.codelens.get(buf) > 0 end)
local lens = vim.lsp.codelens.get(buf)[1]
vim.api.nvim_win_set_cursor(0, { lens.range.start.line + 1, 0 })
vim.lsp.codelens.run()
seen('the tests', function() return told end)
say('lens', lens.command.title, (told:gsub('\n', ' ')))

local took = {}
for i = 1, tonumber(os.getenv('ROUNDS') or '0') do
  local before = vim.loop.hrtime()
  change('tool_input.command', 'tool_input.comand')
  seen('fault ' .. i, function() return #faults() > 0 end)
  took[i] = (vim.loop.hrtime() - before) / 1e6
  change('tool_input.comand', 'tool_input.command')
  seen('no fault ' .. i, function() return #faults() == 0 end)
end
table.sort(took)
if #took > 0 then say('median ms', string.format('%.0f', took[math.ceil(#took / 2)]), 'most', string.format('%.0f', took[#took])) end
vim.lsp.stop_client(client)
vim.cmd('qall!')
