import type { ResourceSample, TestResult, ThreadSecond } from '@benchpress/core'
import { lengthOfRun } from '@benchpress/core/report'
import { axisOf, timePlot } from './time-plot.ts'
import type { PlotPart } from '../../render/report-document.ts'

/** Plots the resources of generator and target during a test, and the lag of the load threads, on the time axis of the run phase. */
export function resourcePlots(test: TestResult): readonly PlotPart[] {
  const { resources, generator } = test
  const end = lengthOfRun(test)
  // Samples of the warm-up and the drain are left out.
  const isWithin = (sample: { readonly at: number }): boolean => sample.at > 0 && sample.at <= end
  const samples = resources.filter(isWithin)
  const at = samples.map((sample) => sample.at)
  const read = (name: string, value: (sample: ResourceSample) => number | null): { name: string; values: readonly (number | null)[] } => ({
    name,
    values: samples.map(value),
  })
  const plots = [
    timePlot({
      title: 'CPU',
      caption: `In CPUs, 1 of which is one core at work all the time; in samples of about a second.${nameProcesses(test)}`,
      y: { label: 'CPUs', unit: 'CPUs' },
      at,
      end,
      series: [
        read('Generator', ({ generatorCpu }) => generatorCpu),
        read('Target', ({ targetCpu }) => targetCpu),
        read('Whole machine', ({ hostCpu }) => hostCpu),
      ].filter(isKnown),
    }),
    timePlot({
      title: 'Memory',
      caption: 'Resident memory: of the target, that of all its processes.',
      y: { label: 'memory', unit: 'bytes' },
      at,
      end,
      series: [read('Generator', ({ generatorRss }) => generatorRss), read('Target', ({ targetRss }) => targetRss)].filter(isKnown),
    }),
    loopDelayPlot(
      generator.threads.map(({ seconds }) => seconds.filter(isWithin)),
      end,
    ),
  ]
  return plots.filter((plot) => plot !== undefined)
}

// A proxy in front of a target is measured as what it is.
function nameProcesses({ target: { kind, processes = [] } }: TestResult): string {
  const names = processes.map(({ name, pid }) => `${name} (process ${pid})`)
  return kind !== 'url' || names.length === 0 ? '' : ` The target is ${names.join(', ')}, with what it started.`
}

function loopDelayPlot(threads: readonly (readonly ThreadSecond[])[], end: number): PlotPart | undefined {
  const longest = threads.reduce<readonly ThreadSecond[]>((most, seconds) => (seconds.length > most.length ? seconds : most), [])
  const worst = (figure: 'p50' | 'p99' | 'max'): readonly number[] =>
    longest.map((_, index) => Math.max(...threads.map((seconds) => seconds[index]?.loopDelay[figure] ?? 0)))
  const [p50, p99, max] = [worst('p50'), worst('p99'), worst('max')]
  return timePlot({
    title: 'Loop delay of the generator',
    caption: `How late the event loop of a load thread ran timers${threads.length > 1 ? ', of the latest thread' : ''}: what is late there makes response times longer.`,
    y: axisOf('delay', 'ms', [p50, p99, max]),
    at: longest.map((second) => second.at),
    end,
    series: [
      { name: '50%', values: p50 },
      { name: '99%', values: p99 },
      { name: 'Max', values: max },
    ],
  })
}

function isKnown({ values }: { readonly values: readonly (number | null)[] }): boolean {
  return values.some((value) => value !== null)
}
