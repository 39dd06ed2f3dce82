import fc from 'fast-check'
import type { LoadCurve, LoadStep } from '../../../src/model/workload/load-curve.ts'

const level = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1000, noNaN: true }))
const duration = fc.oneof(fc.constant(0), fc.double({ min: 1e3, max: 60e6, noNaN: true }))
const step: fc.Arbitrary<LoadStep> = fc.record({ duration, to: level })

/** Curves with ramps, jumps, pauses and levels that stay. */
export const loadCurve: fc.Arbitrary<LoadCurve> = fc.record({ from: level, steps: fc.array(step, { minLength: 1, maxLength: 6 }) })

/** Parts of a whole, 0 and 1 included; not so small that the numbers of a computer no longer tell them apart. */
export const share: fc.Arbitrary<number> = fc.nat(1e9).map((billionths) => billionths / 1e9)
