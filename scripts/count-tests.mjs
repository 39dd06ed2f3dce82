// Usage: node scripts/count-tests.mjs REPORT
// Prints the totals of a report of Vitest in one line. A file that could not be run counts as one failed test, as does a missing report.
import { existsSync, readFileSync } from 'node:fs'

const [report = ''] = process.argv.slice(2)
const { passed, failed, skipped } = existsSync(report)
  ? count(JSON.parse(readFileSync(report, 'utf8')))
  : { passed: 0, failed: 1, skipped: 0 }
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
if (failed > 0 || passed === 0) process.exitCode = 1

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
