import { completeUrl, flag, InvalidFlagError, listFlag, switchFlag } from './flag.ts'
import { withoutUserInfo } from '@benchpress/core/report'
import type { SettingsOf } from './read-flags.ts'

// The code of the formats is loaded when a result is written.
const formatNames = ['json', 'markdown', 'html', 'csv', 'csv-series', 'junit', 'openmetrics']

/** The flags of output of a run. */
export const outputFlags = {
  outputs: listFlag(
    '-o, --output <file>',
    'also write the result: by the ending of FILE (.json, .md, .csv, .xml, ...), as NAME=FILE, to a folder DIR/, or each second to FILE.ndjson; may be repeated',
    undefined,
    { words: formatNames.map((name) => `${name}=`) },
  ),
  json: switchFlag('-j, --json', 'print the result as JSON instead of tables'),
  quiet: switchFlag('-q, --quiet', 'print thresholds, the verdict and what the test was limited by; no tables, no progress'),
  allPercentiles: switchFlag('-l, --latency', 'print all tables, with all percentiles of the response time and the service time'),
  statusCodes: switchFlag('--status-codes', 'print all tables, and how many responses had which status', {
    aliases: ['--renderStatusCodes'],
  }),
  full: switchFlag('--full', 'print all tables (default: one table, what went wrong and the answer)'),
  strict: switchFlag('--strict', 'exit code 97 also where the result is suspect'),
  noProgress: switchFlag('--no-progress', 'no progress on stderr'),
  noGithub: switchFlag('--no-github', 'in GitHub Actions, no summary of the step and no annotations'),
  otlp: flag(
    '--otlp <url>',
    'also send the metrics of the result to a collector of OpenTelemetry, such as http://localhost:4318',
    parseUrl,
  ),
  noColor: switchFlag('--no-color', 'no colours (also by NO_COLOR)'),
}

function parseUrl(text: string): string {
  const url = completeUrl(text)
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url
  throw new InvalidFlagError('must be a URL such as http://localhost:4318', { shown: withoutUserInfo(text) })
}

/** The outputs of a run, printed and written. */
export type OutputSettings = SettingsOf<typeof outputFlags>

const { noProgress: _live, strict: _exit, noGithub: _step, ...others } = outputFlags

/** The flags of output for a result that was written before. */
export const reportFlags = {
  ...others,
  outputs: {
    ...others.outputs,
    description:
      'write the result rather than print it: by the ending of FILE (.json, .md, .html, .csv, .xml, ...), as NAME=FILE, or to a folder DIR/; may be repeated',
  },
}

/** The flags of output for a list. */
export const listFlags = {
  json: { ...outputFlags.json, description: 'print the list as JSON' },
  noColor: outputFlags.noColor,
}
