// The debug adapter through the library by which VS Code's own adapters are tested. The environment
// says where the launcher is (MINIJVM), and where classes and sources are (CLASSES, SOURCES).
const assert = require('assert');
const path = require('path');
const fs = require('fs');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const source = path.join(process.env.SOURCES, 'Adapted.java');
const lines = fs.readFileSync(source, 'utf8').split('\n');
const lineOf = (mark) => lines.findIndex((line) => line.endsWith('// mark: ' + mark)) + 1;
const launchArguments = (more) => ({
  mainClass: 'Adapted', classPaths: [process.env.CLASSES], sourcePaths: [process.env.SOURCES], ...more,
});

suite('minijvm --step=dap', function () {
  this.timeout(30000);
  let client;
  setup(() => {
    client = new DebugClient(process.env.MINIJVM, '--step=dap', 'minijvm', {}, true);
    client.defaultTimeout = 20000;
    return client.start();
  });
  teardown(() => client.stop());

  test('an unknown request produces an error', async () => {
    await assert.rejects(client.send('illegal_request'));
  });

  test('initialize returns what is supported', async () => {
    const { body } = await client.initializeRequest();
    assert.strictEqual(body.supportsConfigurationDoneRequest, true);
    assert.strictEqual(body.supportsDisassembleRequest, true);
  });

  test('the program runs to its end', () => Promise.all([
    client.configurationSequence(), client.launch(launchArguments()),
    client.assertOutput('stdout', 'sum 6\nlate 42\n'), client.waitForEvent('terminated'),
  ]));

  test('it stops on entry', () => Promise.all([
    client.configurationSequence(), client.launch(launchArguments({ stopOnEntry: true })),
    client.assertStoppedLocation('entry', { path: source, line: lines.findIndex((line) => line.includes('String mode')) + 1 }),
  ]));

  test('it stops on a breakpoint', () =>
    client.hitBreakpoint(launchArguments(), { path: source, line: lineOf('sum'), verified: false }));

  test('it stops on a conditional breakpoint', async () => {
    await Promise.all([
      client.waitForEvent('initialized').then(async () => {
        await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: lineOf('loop'), condition: 'i == 3' }] });
        await client.configurationDoneRequest();
      }),
      client.launch(launchArguments()),
      client.assertStoppedLocation('breakpoint', { path: source, line: lineOf('loop') }).then(async (response) => {
        const scopes = await client.scopesRequest({ frameId: response.body.stackFrames[0].id });
        const { body } = await client.variablesRequest({ variablesReference: scopes.body.scopes[0].variablesReference });
        assert.strictEqual(body.variables.find((variable) => variable.name === 'i').value, '3');
      }),
    ]);
  });

  test('it steps', async () => {
    await client.hitBreakpoint(launchArguments(), { path: source, line: lineOf('sum'), verified: false });
    const { body } = await client.threadsRequest();
    await Promise.all([
      client.stepOutRequest({ threadId: body.threads[0].id }),
      client.assertStoppedLocation('step', { path: source, line: lines.findIndex((line) => line.includes('"sum "')) + 1 }),
    ]);
  });

  test('it stops on an uncaught exception', () => Promise.all([
    client.waitForEvent('initialized').then(async () => {
      await client.setExceptionBreakpointsRequest({ filters: ['uncaught'] });
      await client.configurationDoneRequest();
    }),
    client.launch(launchArguments({ args: ['uncaught'] })),
    client.assertStoppedLocation('exception', { path: source, line: lines.findIndex((line) => line.includes('nobody catches')) + 1 }),
  ]));

  test('a class that is not there is the answer to launch', async () => {
    client.configurationSequence().catch(() => {});
    await assert.rejects(client.launch(launchArguments({ mainClass: 'NoSuchClass' })), /NoSuchClass/);
  });

  test('a function breakpoint and restart', async () => {
    await Promise.all([
      client.waitForEvent('initialized').then(async () => {
        await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'Adapted.hold' }] });
        await client.configurationDoneRequest();
      }),
      client.launch(launchArguments()),
      client.assertStoppedLocation('function breakpoint', { path: source }),
    ]);
    await Promise.all([
      client.restartRequest({}), client.assertStoppedLocation('function breakpoint', { path: source }),
    ]);
  });

  test('a program that runs can be paused and terminated', async () => {
    await Promise.all([
      client.configurationSequence(), client.launch(launchArguments({ args: ['spin'] })), client.assertOutput('stdout', 'spinning\n'),
    ]);
    const { body } = await client.threadsRequest();
    await Promise.all([client.pauseRequest({ threadId: body.threads[0].id }), client.waitForEvent('stopped')]);
    await Promise.all([client.terminateRequest(), client.waitForEvent('terminated')]);
  });
});
