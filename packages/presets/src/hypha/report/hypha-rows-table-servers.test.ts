import { drawCell } from '@benchpress/report'
import { expect, test } from 'vitest'
import type { ClusterServers } from '../measured-hypha.ts'
import { divisionLines, hyphaServersTable } from './hypha-rows-table.ts'

const there = { url: 'http://a:1', requests: 600, share: 0.75, success: 1, mean: 2, missed: 0, runs: 4, cause: null }
const away = { ...there, url: 'http://b:2', requests: 200, share: 0.25, missed: 3, cause: 'nothing is listening' }
const never = { ...there, url: 'http://c:3', requests: 0, share: 0, success: null, mean: null, missed: 4, cause: 'nothing is listening' }

test('the row of a server that was away in some runs shows that it took part in others', () => {
  const servers = { servers: [there, away, never], mostApart: null }
  expect(
    hyphaServersTable(servers)
      .rows.map((row) => row.map(drawCell))
      .map((row) => [row[1], row.at(-1)]),
  ).toEqual([
    ['600', 'available'],
    ['200', 'away in 3 of 4 runs'],
    ['0', 'not used'],
  ])
  expect(divisionLines(servers)).toEqual([
    '2 of 3 servers took part, not all of them in every run: the others took over',
    'away in 3 of 4 runs: http://b:2, with 200 requests in all: nothing is listening',
    'not used: http://c:3: nothing is listening',
  ])
})

test('servers had about the same number of requests only where all that took part were there in every run', () => {
  const countLines = (...servers: ClusterServers['servers']): number => divisionLines({ servers, mostApart: 1 }).length
  expect([countLines(there, there), countLines(there, never), countLines(there, away)]).toEqual([2, 3, 2])
})
