import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingProgram } from '../find-program.ts'
import type { Generator } from '../generator.ts'

/** k6 with its constant arrival rate. */
export const k6Rate: Generator = {
  name: 'k6',
  prepare: () => missingProgram('k6', 'go install go.k6.io/k6@latest'),
  command: async ({ url, rate, seconds }, temporary) => {
    const options = {
      discardResponseBodies: true,
      scenarios: {
        main: { executor: 'constant-arrival-rate', rate, timeUnit: '1s', duration: `${seconds}s`, preAllocatedVUs: 200, maxVUs: 1000 },
      },
    }
    const lines = [
      "import http from 'k6/http'",
      `export const options = ${JSON.stringify(options)}`,
      `export default function () { http.get(${JSON.stringify(url)}) }`,
      // k6 reports times from the send, without the lateness of the send.
      'export function handleSummary({ metrics }) {',
      '  return { stdout: JSON.stringify({ responseTime: { p50: metrics.http_req_duration.values.med } }) + "\\n" }',
      '}',
    ]
    const file = join(temporary, 'rate.js')
    await writeFile(file, `${lines.join('\n')}\n`)
    return ['k6', 'run', '--quiet', '--no-usage-report', file]
  },
}
