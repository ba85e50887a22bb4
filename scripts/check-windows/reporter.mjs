// Writes each test that ended as a line of JSON: outcome, file, name, error.
export default async function* reporter(events) {
  const names = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') names[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details.type === 'suite') continue;
    const skipped = data.skip !== undefined || data.todo !== undefined;
    const error = data.details.error?.cause ?? data.details.error;
    yield `${JSON.stringify({
      outcome: skipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed',
      file: data.file,
      name: [...names.slice(0, data.nesting), data.name].join(' > '),
      ...(type === 'test:fail' && { error: String(error?.stack ?? error) }),
    })}\n`;
  }
}
