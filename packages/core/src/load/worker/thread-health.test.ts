import { expect, test } from 'vitest'
import { believedUtilization } from './thread-health.ts'

test.each<readonly [string, Parameters<typeof believedUtilization>, number]>([
  ['a loop that waits, beside a profiler', [0.53, 0.05, true], 0.05],
  ['a loop that works', [0.97, 0.9, true], 0.97],
  ['a loop that waits for a core in between', [0.97, 0.6, true], 0.97],
  ['a loop that waits for a core most of the time', [0.97, 0.2, false], 0.97],
  ['a loop that waits within a function', [1, 0.01, false], 1],
  ['a loop whose CPU cannot be measured', [0.53, null, true], 0.53],
])('the utilisation of a loop is its CPU where both contradict each other: %s', (_, figures, believed) => {
  expect(believedUtilization(...figures)).toBe(believed)
})
