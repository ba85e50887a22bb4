import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNowhere, whyForbidden } from '../../../src/pipeline/files/windows-names.js';

test('Windows forbids signs in names, and names of devices with any extension', () => {
  for (const path of ['ab:c', 'C:\\x\\a:b.csv', 'what?.csv', 'x/a*b', 'a|b', '"a"']) {
    assert.match(whyForbidden(path, 'win32')!, /^Windows allows no < > : " \| \? \* in a name$/);
  }
  for (const path of ['CON', 'con.csv', 'C:\\x\\nul.sqlite', 'lpt1/a.csv', 'aux.tar.gz']) {
    assert.match(whyForbidden(path, 'win32')!, /^\S+ is the name of a device on Windows$/);
  }
});

test('other names are allowed, and elsewhere all are', () => {
  for (const path of ['C:\\x\\a.csv', '\\\\host\\share\\a b.csv', 'console.csv', 'C:a.csv', '..']) {
    assert.equal(whyForbidden(path, 'win32'), null, path);
  }
  assert.equal(whyForbidden('\\\\?\\C:\\x', 'win32'), null, 'what says that it is a name as it is');
  assert.equal(whyForbidden('CON:*', 'linux'), null);
});

test('NUL is nowhere on Windows alone', () => {
  for (const name of ['NUL', 'nul', 'nul:', '\\\\.\\NUL'])
    assert.ok(isNowhere(name, 'win32'), name);
  assert.ok(!isNowhere('NUL', 'linux'));
  assert.ok(!isNowhere('nul.csv', 'win32'));
});
