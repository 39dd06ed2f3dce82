import { expect, test } from 'vitest'
import { hyphaSideTable } from './hypha-comparison-tables.ts'

const figures = { peak: 9000, average: 8000, responseTime: 12, success: 0.5, light: 7000 }
const levels = ['Light Load', 'Medium Load', 'Heavy Load'].map((name) => ({ name, throughput: 6000, responseTime: 1, success: 1 }))

test.each([
  ['single', ['15,513/s', '12,163/s', '10.8 ms', '100 %', '10,287/s', '12,910/s']],
  ['cluster', ['11,004/s', '4,513/s', '54.6 ms', '100 %', '1,671/s', '5,477/s']],
] as const)('%s alone is shown beside its published figures', (side, documented) => {
  const { head, rows } = hyphaSideTable({ side, figures, levels })
  expect(head).toEqual(['Metric', 'Documented', 'Measured'])
  expect(rows.map(([, published]) => published)).toEqual(documented)
  expect(rows.map(([, , measured]) => measured)).toEqual(['9,000/s', '8,000/s', '12 ms', '50 %', '6,000/s', '6,000/s'])
  expect(rows.slice(-2).map(([name]) => name)).toEqual(['Light Load, Average Throughput', 'Heavy Load, Average Throughput'])
})
