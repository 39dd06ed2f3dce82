import type { SuiteResult } from '@benchpress/core'
import type { Measured, OverRuns, Place, Where } from '@benchpress/core/preset'
import { numberOf } from './documented-cells.ts'
import { findPlaces } from './places.ts'

/**
 * The runs of several tests that figures are over, a list for each repeat.
 *
 * Each list has all tests, without those that another variant does not have, so that figures of two variants are of the same tests; a repeat without one of them is
 * left out.
 */
export function findPasses(suite: SuiteResult, where: Where): readonly (readonly Place[])[] {
  const { variant, ...anywhere } = where
  const { places } = findPlaces(suite, anywhere)
  const variants = new Set(places.map(({ test }) => test.variant))
  const variantsOf = Map.groupBy(places, ({ test }) => test.name)
  const isCommon = ({ test: { name } }: Place): boolean =>
    new Set(variantsOf.get(name)?.map(({ test }) => test.variant)).size === variants.size
  const own = variant === undefined ? places : places.filter((place) => place.test.variant === variant && isCommon(place))
  const tests = new Set(own.map(({ test }) => `${test.name} ${test.variant}`)).size
  return [...Map.groupBy(own, ({ test }) => test.repeat).values()].filter((pass) => pass.length === tests)
}

/** The runs of a pass that a figure is of: one of them, or all. */
export function chooseRuns(over: OverRuns, pass: readonly Place[]): readonly Place[] {
  if (over === 'best') return pass.toSorted((a, b) => rightPerSecond(b) - rightPerSecond(a)).slice(0, 1)
  return over === 'fastest' ? pass.toSorted((a, b) => shortest(a) - shortest(b)).slice(0, 1) : pass
}

/** Reads a figure over the runs of a pass; parts of wholes are added up. */
export function readPass(over: OverRuns, pass: readonly Place[], read: (place: Place) => Measured): Measured {
  const values = chooseRuns(over, pass).map(read)
  if (values.length < 2) return values[0]
  const parts = values.filter((value) => typeof value === 'object' && value !== null && 'part' in value)
  if (parts.length === values.length) return { part: sumOf(parts.map(({ part }) => part)), of: sumOf(parts.map(({ of }) => of)) }
  const numbers = values.flatMap((value) => numberOf(value) ?? [])
  if (numbers.length === 0) return null
  return over === 'sum' ? sumOf(numbers) : sumOf(numbers) / numbers.length
}

/** Right responses per second of the run phase: failed requests are no throughput, and the warm-up is left out. */
export function rightPerSecond({ requests, scenario }: Place): number {
  return scenario.duration === 0 ? 0 : requests.counts.outcomes.ok / scenario.duration
}

function shortest({ requests }: Place): number {
  return requests.responseTime.min ?? Infinity
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
