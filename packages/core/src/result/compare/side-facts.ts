import type { Environment, TestResult } from '../shape/result.ts'

/** The machine and the tools of a result, as far as another result can be compared with it. */
export type Machine = Pick<Environment, 'benchpress' | 'node' | 'os' | 'arch' | 'cpu'>

/** What is to be the same on the machines of two sides: the name of each fact, and what reads it as text. */
export const machineFacts: readonly (readonly [name: string, read: (machine: Machine) => string])[] = [
  ['processor', ({ cpu }) => cpu.model],
  ['CPUs', ({ cpu }) => (cpu.usable === cpu.count ? `${cpu.count}` : `${cpu.usable} of ${cpu.count}`)],
  ['platform', ({ os, arch }) => `${os.split(' ')[0] ?? os} ${arch}`],
  ['Node.js', ({ node }) => node],
  ['benchpress', ({ benchpress }) => benchpress],
]

// What the sides are compared by, and what says nothing of the load: the scenarios' loads and the seed are told apart, in the words of the result.
const besides = new Set(['name', 'title', 'target', 'variants', 'thresholds', 'seed', 'repeats', 'pause'])

/** What a config says of the plan, by its keys: all but its target, its loads, what it is judged by and what it is called. */
export function planFacts(config: unknown): Readonly<Record<string, unknown>> {
  if (typeof config !== 'object' || config === null) return {}
  if (Array.isArray(config))
    return Object.fromEntries(
      config.flatMap((test, index) => Object.entries(planFacts(test)).map(([key, value]) => [`[${index}].${key}`, value])),
    )
  const { tests, ...own } = config as Readonly<Record<string, unknown>>
  const kept = Object.entries(own).flatMap(([key, value]): [string, unknown][] => {
    if (besides.has(key)) return []
    return key === 'scenarios' ? scenariosOf(value) : [[key, value]]
  })
  return { ...Object.fromEntries(kept), ...planFacts(tests) }
}

function scenariosOf(scenarios: unknown): [string, unknown][] {
  if (typeof scenarios !== 'object' || scenarios === null) return []
  return Object.entries(scenarios).map(([name, scenario]) => {
    const { workload: _load, ...others } = scenario as Readonly<Record<string, unknown>>
    return [`scenarios.${name}`, others]
  })
}

/** Whether the seed of a run says what it sent. Connections send the same requests whatever the seed. */
export function isOfSeed({ kind, scenarios }: TestResult): boolean {
  return kind === 'functions' || scenarios.some(({ users }) => users !== null)
}

/** JSON whose keys are in one order, so that equal plans are equal texts. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? 'nothing'
  )
}
