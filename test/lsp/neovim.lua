-- Neovim's own client: a finding, its hover, its fix applied, the finding gone.
-- For nvim --headless -u NONE -c 'luafile neovim.lua', from version 0.7 on, with
-- BANKLINT_LSP and BANKLINT_FILE in the environment.
local function fail(what)
  io.stderr:write('failed: ' .. what .. '\n')
  vim.cmd('cquit 1')
end
local function findings()
  return #vim.diagnostic.get(0)
end
local function ask(method, params)
  params.textDocument = { uri = vim.uri_from_bufnr(0) }
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do
    return answer.result
  end
end

local client = vim.lsp.start_client({
  name = 'banklint',
  cmd = { os.getenv('BANKLINT_LSP') },
  root_dir = vim.fn.getcwd(),
})
vim.cmd('edit ' .. os.getenv('BANKLINT_FILE'))
vim.lsp.buf_attach_client(0, client)
if not vim.wait(20000, function() return findings() == 1 end, 20) then
  fail('one finding')
end
local found = vim.diagnostic.get(0)[1]
local at = { line = found.lnum, character = found.col }
local hover = ask('textDocument/hover', { position = at })
if not (hover and hover.contents.value:find('32%-way conflict')) then
  fail('hover')
end
local actions = ask('textDocument/codeAction', {
  range = { start = at, ['end'] = at },
  context = { diagnostics = {} },
})
if not (actions and actions[1] and actions[1].isPreferred) then
  fail('a preferred action')
end
vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
if not vim.wait(20000, function() return findings() == 0 end, 20) then
  fail('no finding after the fix')
end
vim.cmd('qall!')
