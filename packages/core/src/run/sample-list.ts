import { sumIfKnown, sumOf } from '../base/units/count.ts'
import type { Disturbance, Pressure, ResourceSample, ThreadSecond } from '../result/summary/generator-summary.ts'
import { meanOf, type HeldSecond } from '../result/verdict/stretches.ts'
import { figuresOfProcesses } from './resource-sampler.ts'

/** The most samples of one kind that a test keeps, over all of its threads or machines. */
const mostOfAll = 12_000
/** The samples that each thread or machine may have, however many there are; the least is half of it, of which a tenth is still judged by three. */
const leastLimit = 60

/**
 * The samples of one thread or machine, one a second, until there are too many: then neighbours are merged two by two, and so are later ones.
 *
 * A long test on hundreds of machines would otherwise fill the memory, and its result would be longer than a text can be.
 */
export class SampleList<Sample> {
  readonly #most: number
  readonly #merge: (samples: readonly Sample[]) => Sample
  #merged: Sample[] = []
  // Fewer than are merged into one.
  #latest: Sample[] = []
  #ofOne = 1

  /**
   * @param lists the number of lists of the same kind in the test
   * @param merge merges neighbours, the earliest first
   */
  constructor(lists: number, merge: (samples: readonly Sample[]) => Sample) {
    this.#most = Math.max(leastLimit, Math.floor(mostOfAll / lists))
    this.#merge = merge
  }

  /** The sample that was added last, alone or merged. */
  get last(): Sample | undefined {
    return this.#latest.at(-1) ?? this.#merged.at(-1)
  }

  add(sample: Sample): void {
    this.#latest.push(sample)
    if (this.#latest.length < this.#ofOne) return
    this.#merged.push(this.#ofOne === 1 ? sample : this.#merge(this.#latest))
    this.#latest = []
    if (this.#merged.length < this.#most) return
    const pairs = Array.from({ length: Math.ceil(this.#most / 2) }, (_, pair) => this.#merged.slice(pair * 2, pair * 2 + 2))
    this.#merged = pairs.map((pair) => this.#merge(pair))
    this.#ofOne *= 2
  }

  list(): readonly Sample[] {
    return this.#latest.length === 0 ? [...this.#merged] : [...this.#merged, this.#merge(this.#latest)]
  }
}

/** Merges neighbours. Percentiles of delays are the largest, an upper bound, as those of several samples cannot be added up. */
export function mergeThreadSeconds(samples: readonly ThreadSecond[]): ThreadSecond {
  const largest = (key: keyof ThreadSecond['loopDelay']): number => Math.max(...samples.map(({ loopDelay }) => loopDelay[key]))
  return {
    ...spanOf(samples),
    utilization: meanOf(samples, ({ utilization }) => utilization) ?? 0,
    cpu: meanOf(samples, ({ cpu }) => cpu),
    loopDelay: { p50: largest('p50'), p99: largest('p99'), max: largest('max') },
  }
}

/** Merges neighbours: means of CPU and of shares by time, the largest memory, and sums of switches, jumps and suspensions. */
export function mergeResources(samples: readonly ResourceSample[]): ResourceSample {
  const { generatorCpu, generatorRss, hostCpu, ...others } = figuresOfProcesses(samples)
  return {
    ...spanOf(samples),
    ...others,
    generatorCpu: generatorCpu ?? 0,
    generatorRss: generatorRss ?? 0,
    hostCpu: hostCpu ?? 0,
    disturbance: mergeDisturbances(samples),
  }
}

function mergeDisturbances(samples: readonly ResourceSample[]): Disturbance {
  const mean = (read: (disturbance: Disturbance) => number | null): number | null => meanOf(samples, ({ disturbance }) => read(disturbance))
  const pressure = (key: 'pressure' | 'groupPressure'): Pressure => ({
    cpu: mean((disturbance) => disturbance[key].cpu),
    memory: mean((disturbance) => disturbance[key].memory),
    io: mean((disturbance) => disturbance[key].io),
  })
  return {
    stolenCpu: mean(({ stolenCpu }) => stolenCpu),
    stolen: mean(({ stolen }) => stolen),
    throttled: mean(({ throttled }) => throttled),
    pressure: pressure('pressure'),
    groupPressure: pressure('groupPressure'),
    involuntarySwitches: sumIfKnown(samples.map(({ disturbance }) => disturbance.involuntarySwitches)),
    clockJump: sumOf(samples, ({ disturbance }) => disturbance.clockJump),
    suspended: sumOf(samples, ({ disturbance }) => disturbance.suspended),
  }
}

function spanOf(samples: readonly HeldSecond[]): HeldSecond {
  return { at: samples.at(-1)?.at ?? 0, length: sumOf(samples, ({ length }) => length) }
}
