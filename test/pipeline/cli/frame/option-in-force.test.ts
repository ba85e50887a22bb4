import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { optionText, storedInForce } from '../../../../src/pipeline/cli/frame/option-in-force.js';
import type { Reach } from '../../../../src/pipeline/cli/frame/reach.js';

function shown(word: string, reach: Reach): string {
  return optionText({ name: 'x', word, reach, from: 'here' }).slice('--x '.length);
}

const ADDRESSES: Readonly<Record<string, string>> = {
  'ping:https://hc-ping.com/uuid': 'ping:https://hc-ping.com/...',
  'json:https://me:pw@a.example:8080/b?token=c#d': 'json:https://a.example:8080/...',
  'ntfy:https://a.example': 'ntfy:https://a.example',
  'ntfy:https://a.example/?k=v': 'ntfy:https://a.example/...',
  'ntfy:http://a/b json:http://c/d': 'ntfy:http://a/... json:http://c/...',
  'redis://host:6379': 'redis://host:6379',
  'rediss://user:pw@host/0': 'rediss://host/...',
  none: 'none',
  'what is this': '... ... ...',
  'https://[bad': '...',
};

for (const [address, text] of Object.entries(ADDRESSES)) {
  test(`of an address only what it is and where it leads is shown: ${address}`, () => {
    assert.equal(shown(address, 'send'), text);
  });
}

const COMMANDS: Readonly<Record<string, string>> = {
  './upload.sh "$NONOMILL_SUMMARY"': './upload.sh "$NONOMILL_SUMMARY"',
  'TOKEN=HUSH curl -u a:HUSH "https://x.example/HUSH?HUSH"':
    'TOKEN=... curl -u ... https://x.example/...',
  "curl -H 'Authorization: Bearer HUSH' -d @file https://x.example":
    'curl -H ... -d ... https://x.example',
  'mail -s HUSH me@example.org < HUSH && touch HUSH; sync': 'mail -s ... < ... && touch ... ; sync',
  'mysql -pHUSH --password=HUSH --user HUSH': 'mysql ... --password=... --user ...',
  'cat <<END | sh\nHUSH\nEND': 'cat << ...',
  'sh -c "HUSH; HUSH"': 'sh -c ...',
  'echo HUSH\\ HUSH"HUSH HUSH"': 'echo ...',
  'curl -u HUSH=': 'curl -u ...',
  'A=HUSH B=HUSH tool C=HUSH | D=HUSH tool': 'A=... B=... tool ... | D=... tool',
  '': '',
};

for (const [command, text] of Object.entries(COMMANDS)) {
  test(`of a command its programs, options and hosts are shown: ${JSON.stringify(command)}`, () => {
    assert.equal(shown(command, 'run'), text);
  });
}

test('no argument of a command and no part of an address but its host is shown or stored', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+=_~!-]{8,20}$/).filter((one) => !/^-/.test(one));
  fc.assert(
    fc.property(secret, (word) => {
      const commands = [
        `tool ${word}`,
        `tool --key ${word}`,
        `tool -k '${word}'`,
        `K=${word} tool`,
      ];
      for (const command of commands) assert.ok(!shown(command, 'run').includes(word), command);
      const url = `json:https://a.example/${word}?${word}`;
      const options = [{ name: 'notify', word: url, reach: 'send' as const, from: 'here' }];
      assert.ok(!JSON.stringify(storedInForce(options)).includes(word), word);
    }),
  );
});
