-- Plays the lab `race` in Neovim by nvim-dap, with the snippet of tools/vscode/README.md as it stands there. Reads plan.json of `run`; ends with 1 if a stop is
-- another one than the solution shows.
local plan = vim.json.decode(table.concat(vim.fn.readfile('plan.json')))
vim.opt.runtimepath:append(plan.plugin)
vim.cmd.edit(plan.source)
load(plan.snippet)()

local dap, repl = require('dap'), require('dap.repl')
local seen = 0       -- frames are fetched after a stop, and shown then
local told = {}
dap.listeners.after.stackTrace['play'] = function(session)
  if session.stopped_thread_id then seen = seen + 1 end
end
dap.listeners.after.event_output['play'] = function(_, body) table.insert(told, body.output) end
local ended = false
dap.listeners.after.event_terminated['play'] = function() ended = true end

local function fail(text)
  io.stderr:write('neovim: ' .. text .. '\n')
  vim.cmd('cquit 1')
end

local function await(what, is_so)
  if not vim.wait(20000, is_so, 20) then fail(what .. ' did not come') end
end

-- Thread, method and bci of the frame that the editor shows.
local function shown()
  local session = dap.session()
  local frame = session and session.current_frame
  if not frame then return '' end
  local thread = session.threads[session.stopped_thread_id]
  local address = tonumber(frame.instructionPointerReference:sub(3), 16)
  return string.format('%s %s %d', thread.name:gsub('  %[.*', ''), frame.name, address % 0x100000 - 0x80000)
end

local RUN = { step = dap.step_into, next = dap.step_over, finish = dap.step_out, continue = dap.continue }

-- A line of the solution, by the editor's own commands where it has one, else by its console.
local function give(line)
  local word, count = line:match('^(%a+) ?(%d*)$')
  local chosen = dap.session().chosen_in_console
  if line == 'thread one' or line == 'thread two' then dap.session().chosen_in_console = true end
  if RUN[word] and not chosen then
    for i = 1, tonumber(count) or 1 do
      local before = seen
      RUN[word]()
      await(line, function() return seen > before or ended end)
    end
  elseif line == 'advance' or (chosen and RUN[word]) then
    local before = seen
    dap.session().chosen_in_console = nil
    repl.execute(line)
    await(line, function() return seen > before or ended end)
  else
    repl.execute(line)
    vim.wait(200)
  end
end

repl.open()
dap.run(dap.configurations.java[1])
await('the entry', function() return shown():find('main Race.main', 1, true) ~= nil end)
for _, place in ipairs(plan.breaks) do repl.execute('break ' .. place) end
vim.wait(300)
give('continue')
if shown() ~= plan.first then fail('it shows ' .. shown() .. ', not ' .. plan.first) end
for _, command in ipairs(plan.commands) do
  give(command.line)
  if command.stop ~= vim.NIL and shown() ~= command.stop then
    fail('after ' .. command.line .. ' it shows ' .. shown() .. ', not ' .. command.stop)
  end
end
await('the end', function() return ended end)
local text = table.concat(vim.api.nvim_buf_get_lines(repl.buf or vim.fn.bufnr('dap-repl'), 0, -1, false), '\n')
for _, word in ipairs({ 'putstatic #7', '1 (int)' }) do
  if not text:find(word, 1, true) then fail('the console does not show ' .. word .. ':\n' .. text) end
end
if not table.concat(told):find('\n1\n', 1, true) and not table.concat(told):find('^1\n') then
  if not vim.tbl_contains(told, '1\n') then fail('the program did not print 1: ' .. vim.inspect(told)) end
end
vim.cmd('qall!')
