import { expect, test } from 'vitest'
import { scenario, second } from '../../test/suite-fixture.ts'
import { drawCell } from '../format/cell.ts'
import { throughputTable } from './throughput.ts'

test('the throughput of one second has no percentiles, and percentiles of few seconds are marked', () => {
  const rowOf = (count: number): readonly string[] | undefined =>
    throughputTable(scenario({ series: Array.from({ length: count }, (_, at) => second(at, 100)) }))?.rows[0]?.map(drawCell)
  expect(rowOf(1)).toEqual(['Req/Sec', '-', '-', '-', '-', '100', '-', '100'])
  expect(rowOf(19)).toEqual(['Req/Sec', '~100', '~100', '~100', '~100', '100', '0', '100'])
  expect(rowOf(20)).toEqual(['Req/Sec', '~100', '~100', '100', '~100', '100', '0', '100'])
  expect(rowOf(1000)).toEqual(['Req/Sec', '100', '100', '100', '100', '100', '0', '100'])
})
