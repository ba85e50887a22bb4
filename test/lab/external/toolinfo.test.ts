import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../support/tests.js';

const PYTHON = ['/usr/bin/python3', 'python3'].find(
  (python) => spawnSync(python, ['--version']).status === 0,
);
const skip = PYTHON === undefined && 'Python is not installed';

/**
 * As much of BenchExec as the module needs, by its documentation: it is rarely installed where
 * tests run.
 */
const BENCHEXEC = {
  'benchexec/__init__.py': '',
  'benchexec/result.py': `RESULT_TRUE_PROP = "true"
RESULT_FALSE_PROP = "false"
RESULT_UNKNOWN = "unknown"
RESULT_ERROR = "ERROR"
`,
  'benchexec/tools/__init__.py': '',
  'benchexec/tools/template.py': `class ToolNotFoundException(Exception): pass
class BaseTool2: pass
`,
};

/**
 * What a script prints that has the module's \`tool\`, and a function \`run\` of what a program
 * did.
 */
function python(script: string): unknown {
  const folder = folderWith({ ...BENCHEXEC });
  const bench = resolve('bench');
  const before = `import json, sys
from types import SimpleNamespace as Of
sys.path[:0] = ${JSON.stringify([folder, bench])}
sys.dont_write_bytecode = True
from toolinfo.nonomill import Tool
from benchexec.tools.template import ToolNotFoundException
tool = Tool()
def run(*output, code=0, timeout=False):
    return Of(output=output, exit_code=Of(value=code), was_timeout=timeout)
`;
  const { stdout, stderr, status } = spawnSync(PYTHON!, ['-c', before + script], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('the tool-info module starts solve with twice the time limit', { skip }, () => {
  const words = python(`
limits = Of(cputime=60, cputime_hard=70, walltime=None)
print(json.dumps(tool.cmdline("x/nonomill", ["--count", "3"], Of(single_input_file="p.non"), limits)))`);
  assert.deepEqual(words, [
    ...['x/nonomill', 'solve', 'p.non', '--json', '--timeout', '140s'],
    ...['--count', '3'],
  ]);
});

test('the tool-info module finds nonomill where it is installed, and in a clone', { skip }, () => {
  const found = python(`
def locator(*files):
    def find(name, subdir):
        if name not in files: raise ToolNotFoundException()
        return subdir + "/" + name
    return Of(find_executable=find)
print(json.dumps([tool.executable(locator("nonomill")), tool.executable(locator("nonomill.js"))]))`);
  assert.deepEqual(found, ['bin/nonomill', 'bin/nonomill.js']);
});

test('the tool-info module tells what an answer means, and what is none', { skip }, () => {
  const statuses = python(`
says = lambda status: '{"ordinal":0,"status":"' + status + '"}'
print(json.dumps([tool.determine_result(ended) for ended in [
    run("a message", says("unique")), run(says("multiple")), run(says("contradiction")), run(says("timeout")),
    run(timeout=True), run("{", code=1), run()]]))`);
  assert.deepEqual(statuses, [
    ...['true', 'false(multiple)', 'false(contradiction)', 'unknown'],
    ...['TIMEOUT', 'ERROR (1)', 'ERROR'],
  ]);
});

test('the tool-info module has the fields of the answer as columns', { skip }, () => {
  const values = python(`
line = '{"status":"unique","difficulty":7.5,"stoppedBy":null}'
print(json.dumps([tool.get_value_from_output([line], name) for name in ["difficulty", "stoppedBy", "no"]]))`);
  assert.deepEqual(values, ['7.5', null, null]);
});
