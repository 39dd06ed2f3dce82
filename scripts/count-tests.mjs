// Usage: node scripts/count-tests.mjs REPORT...
// Prints the totals of the reports of Vitest in one line. A file that could not be run counts as one failed test, as does each missing report.
import { existsSync, readFileSync } from 'node:fs'

const counts = process.argv.slice(2).map((report) => {
  return existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 1, skipped: 0 }
})
const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ kind) => counts.reduce((total, { [kind]: tests }) => total + tests, 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1

/**
 * @param {{ testResults: readonly { status: string, assertionResults: readonly { status: string }[] }[] }} report
 */
function count({ testResults }) {
  const totals = { passed: 0, failed: 0, skipped: 0 }
  for (const { status, assertionResults } of testResults) {
    const failures = assertionResults.filter((test) => test.status === 'failed').length
    const passes = assertionResults.filter((test) => test.status === 'passed').length
    totals.failed += status === 'failed' ? Math.max(1, failures) : failures
    totals.passed += passes
    totals.skipped += assertionResults.length - failures - passes
  }
  return totals
}
