import { expect, test } from 'vitest'
import { openScenario } from '../../test/users-fixture.ts'
import { failureTables } from './failures.ts'
import { drawCell } from '../format/cell.ts'

const { counts, throughput, responseTime, serviceTime } = openScenario()
const errors = Array.from({ length: 40 }, (_, index) => ({
  outcome: 'reset' as const,
  reason: 'ECONNRESET',
  endpoint: `GET /${index}`,
  count: 100 - index,
  first: 1 + index,
  last: 2 + index,
}))

test('requests of the warm-up that failed have a table of their own, with times from its start', () => {
  const warmup = {
    counts,
    retried: 0,
    duration: 10,
    throughput,
    responseTime,
    serviceTime,
    errors: errors.slice(0, 2).map((error, index) => ({ ...error, first: -2, last: -index })),
  }
  const tables = failureTables(openScenario({ warmup, errors: errors.slice(0, 1) }))
  expect(tables.map((table) => ({ ...table, rows: table.rows.map((row) => row.map(drawCell)) }))).toEqual([
    {
      head: ['Outcome', 'Reason', 'Endpoint', 'Requests', 'First', 'Last'],
      texts: ['Reason', 'Endpoint'],
      rows: [['reset', 'ECONNRESET', 'GET /0', '100', '1 s', '2 s']],
    },
    {
      head: ['Outcome in the warm-up', 'Reason', 'Endpoint', 'Requests', 'First', 'Last'],
      texts: ['Reason', 'Endpoint'],
      rows: [
        ['reset', 'ECONNRESET', 'GET /0', '100', '8 s', '10 s'],
        ['reset', 'ECONNRESET', 'GET /1', '99', '8 s', '9 s'],
      ],
    },
  ])
})

test('many kinds of errors are shown by the most frequent, and the others as one row', () => {
  const rows = failureTables(openScenario({ errors }))[0]?.rows
  expect(rows).toHaveLength(30)
  expect(rows?.at(-1)?.map(drawCell)).toEqual(['others', '11 more lines in the JSON', '', '726', '30 s', '41 s'])
})

test('the errors of a single endpoint do not name it', () => {
  const [error] = errors
  expect(failureTables(openScenario({ endpoints: [], errors: error === undefined ? [] : [error] }))[0]?.head).not.toContain('Endpoint')
})
