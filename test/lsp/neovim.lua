-- Neovim's own client, configured as docs/editors.md says: a finding, its hover,
-- its inlay hint and its code lens, one server for a file that is read again, the
-- fix applied, the finding gone.
-- For nvim --headless -u NONE -c 'luafile neovim.lua', from version 0.7 on, with
-- BANKLINT_LSP, BANKLINT_FILE and BANKLINT_PAGE in the environment.
local function fail(what)
  io.stderr:write('failed: ' .. what .. '\n')
  vim.cmd('cquit 1')
end
local function wait_for(what, condition)
  if not vim.wait(20000, condition, 20) then
    fail(what)
  end
end
local function findings()
  return #vim.diagnostic.get(0)
end
local function servers()
  return #(vim.lsp.get_clients or vim.lsp.get_active_clients)()
end
-- The text of the floating window, if there is one.
local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local buffer = vim.api.nvim_win_get_buf(window)
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n')
    end
  end
end
-- The page's block of Lua for this version of Neovim.
local function configuration()
  local page = table.concat(vim.fn.readfile(os.getenv('BANKLINT_PAGE')), '\n')
  local call = 'vim.lsp.start_client('
  if vim.fn.has('nvim-0.11') == 1 then
    call = 'vim.lsp.config('
  end
  for block in page:gmatch('```lua\n(.-)\n```') do
    if block:find(call, 1, true) then
      return block
    end
  end
  fail('a configuration')
end

local directory = vim.fn.fnamemodify(os.getenv('BANKLINT_LSP'), ':h')
vim.env.PATH = directory .. ':' .. vim.env.PATH
vim.cmd('filetype on')
assert(loadstring(configuration()))()
vim.cmd('edit ' .. os.getenv('BANKLINT_FILE'))
wait_for('one finding', function() return findings() == 1 end)

for _, command in ipairs({ 'edit', 'set filetype=cuda' }) do
  vim.cmd(command)
  local is_started = vim.wait(500, function() return servers() > 1 end, 20)
  if is_started then
    fail('one server after :' .. command)
  end
end
wait_for('one finding in the file that is read again',
         function() return findings() == 1 end)

local found = vim.diagnostic.get(0)[1]
vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
vim.lsp.buf.hover()
wait_for('hover', function()
  return (floating() or ''):find('32%-way conflict') ~= nil
end)

if vim.lsp.inlay_hint and vim.lsp.inlay_hint.get then
  vim.lsp.inlay_hint.enable(true)
  wait_for('an inlay hint', function()
    local hint = vim.lsp.inlay_hint.get({ bufnr = 0 })[1]
    return hint and hint.inlay_hint.label == '32-way'
  end)
end
local lenses_of = 0
if vim.lsp.codelens.enable then
  vim.lsp.codelens.enable(true)
  lenses_of = { bufnr = 0 }
else
  vim.lsp.codelens.refresh()
end
wait_for('a code lens', function()
  return #vim.lsp.codelens.get(lenses_of) > 0
end)

if vim.fn.has('nvim-0.8') == 1 then
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action) return action.isPreferred end,
  })
else
  local at = { line = found.lnum, character = found.col }
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    range = { start = at, ['end'] = at },
    context = { diagnostics = {} },
  }, 20000)
  local _, answer = next(answers or {})
  local actions = answer and answer.result
  if not (actions and actions[1] and actions[1].isPreferred) then
    fail('a preferred action')
  end
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
end
wait_for('no finding after the fix', function() return findings() == 0 end)
vim.cmd('qall!')
