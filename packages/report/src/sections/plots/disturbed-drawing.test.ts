import type { ResourceSample, ScenarioSummary, TestResult } from '@benchpress/core'
import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../../../test/render.ts'
import { connectionsWorkload, scenario, second, suiteResult, testResult } from '../../../test/suite-fixture.ts'
import { users } from '../../../test/users-fixture.ts'
import { disturbedDrawings } from './disturbed-drawing.ts'
import { plainPalette } from '../../render/palette.ts'

const options = { allPercentiles: false, statusCodes: false }

/** A sample of one second that ends at `at`, in which other guests took a share of the CPU time. */
function sample(at: number, stolen: number): ResourceSample {
  const none = { cpu: null, memory: null, io: null }
  const counters = { involuntarySwitches: null, clockJump: 0, suspended: 0, pressure: none, groupPressure: none }
  const disturbance = { stolenCpu: stolen, stolen, throttled: null, ...counters }
  return { at, length: 1, generatorCpu: 1, generatorRss: 1, targetCpu: 1, targetRss: 1, hostCpu: 2, hostInterruptCpu: null, disturbance }
}

/** A run with this p99 in each second, and this share of CPU time taken by the hypervisor. */
function ran(times: readonly (number | null)[], stolen: readonly number[], startAfter = 0): TestResult {
  const series = times.map((p99, at) => ({ ...second(at, 1000), p99 }))
  const workload = { ...connectionsWorkload, startAfter }
  const late = scenario({ series, duration: times.length, workload })
  const resources = stolen.map((share, at) => sample(at + 1.02, share))
  return testResult({ scenarios: startAfter === 0 ? [late] : [late, scenario({ name: 'first' })], resources })
}

function draw(result: TestResult, scenarioOf = result.scenarios[0]): readonly string[] {
  return scenarioOf === undefined ? [] : disturbedDrawings(result, scenarioOf).flatMap(({ drawing }) => drawing)
}

const times = [6, 6, 6, 48, 24, 6, null, 6, 6, 6]
const stolen = [0, 0, 0, 0.4, 0.3, 0, 0, 0, 0, 0]
const drawn = ['p99 of each second, up to 48 ms; ▲ machine disturbed', '▂▂▂█▅▂ ▂▂▂', '   ▲▲', '0s     10s']

test('disturbed seconds are drawn below the p99 of each second', () => {
  expect(draw(ran(times, stolen))).toEqual(drawn)
})

test('nothing is drawn where the machine was never disturbed, or where nothing was timed', () => {
  expect(
    draw(
      ran(
        times,
        stolen.map(() => 0.001),
      ),
    ),
  ).toEqual([])
  expect(
    draw(
      ran(
        times.map(() => null),
        stolen,
      ),
    ),
  ).toEqual([])
  expect(draw(ran([], stolen))).toEqual([])
})

test('a scenario that starts later has its own seconds', () => {
  expect(draw(ran(times, [0, 0, ...stolen], 2))).toEqual(drawn)
})

test('a long run shows the worst of several seconds in one place', () => {
  const long = Array.from({ length: 600 }, (_, at) => (at === 599 ? 96 : 12))
  const [title, line, marks, axis] = draw(
    ran(
      long,
      long.map((_, at) => (at === 599 ? 0.5 : 0)),
    ),
  )
  expect(title).toBe('highest p99 of a second in each 10 s, up to 96 ms; ▲ machine disturbed')
  expect(line).toBe(`${'▂'.repeat(59)}█`)
  expect(marks).toBe(`${' '.repeat(59)}▲`)
  expect(axis).toMatch(/^0s +10m$/)
  expect(axis).toHaveLength(60)
})

test('a run of over ten minutes does not call its p99 that of one second', () => {
  const long = Array.from({ length: 720 }, () => 12)
  const [title] = draw(
    ran(
      long,
      long.map(() => 0.5),
    ),
  )
  expect(title).toBe('highest p99 in each 12 s, up to 12 ms; ▲ machine disturbed')
})

test('the highest p99 of HTTP and of a plugin is drawn and named where both were timed', () => {
  const result = ran(times, stolen)
  const [http] = result.scenarios
  if (http === undefined) throw new Error('no scenario')
  const slow = times.map((_, at) => ({ ...second(at, 1000), p99: at === 0 ? 96 : null }))
  const withPlugin = (ofHttp: ScenarioSummary['series']): ScenarioSummary => {
    const { name: _name, workload: _workload, request: _request, users: _users, ...requests } = http
    return { ...http, series: ofHttp, users: users({ pluginRequests: [{ ...requests, plugin: 'redis', series: slow }] }) }
  }
  expect(draw(result, withPlugin(http.series)).slice(0, 2)).toEqual([
    'highest p99 (HTTP, redis) of each second, up to 96 ms; ▲ machine disturbed',
    '█▁▁▅▃▁ ▁▁▁',
  ])
  const untimed = http.series.map((each) => ({ ...each, p99: null }))
  expect(draw(result, withPlugin(untimed))[0]).toBe('p99 of each second, up to 96 ms; ▲ machine disturbed')
})

test('Markdown names the run of disturbed seconds where there are several runs', () => {
  const suite = suiteResult([ran(times, stolen), { ...ran(times, stolen), repeat: 2 }])
  const [title = ''] = drawn
  expect(markdownReport(suite, options)).toContain(`\n\n\`\`\`text\nRun 1: ${title}\n`)
  expect(markdownReport(suite, options)).toContain(`\n\n\`\`\`text\nRun 2: ${title}\n`)
})

test('text and Markdown both draw the disturbed seconds', () => {
  const suite = suiteResult([ran(times, stolen)])
  expect(textReport(suite, options, plainPalette)).toContain(`\n\n${drawn.join('\n')}\n`)
  expect(markdownReport(suite, options)).toContain(`\n\n\`\`\`text\n${drawn.join('\n')}\n\`\`\`\n`)
})
