import { z } from 'zod'
import { cumulated, lengthOf, type LoadCurve } from '../../../model/workload/load-curve.ts'
import type { StageConfig } from '../../workload-config.ts'
import { checkResolved, type FieldsProblem } from '../check-together.ts'
import { durationSchema } from '../duration-schema.ts'
import { rateSchema } from '../rate-schema.ts'
import { strictObject } from '../strict-object.ts'
import { wholeNumberSchema } from '../whole-number-schema.ts'

/** What changes over the stages of a workload, and how. */
interface Stages {
  readonly of: 'users' | 'rate'
  readonly curve: LoadCurve
}

/** The stages of a workload. */
export const stagesSchema: z.ZodType<Stages> = z
  .discriminatedUnion('of', [stagesOf('users', wholeNumberSchema(0, 1e6)), stagesOf('rate', rateSchema)], {
    error: 'must be "users" or "rate"',
  })
  .transform(({ of, from = 0, steps }) => ({ of, curve: { from, steps } }))
  .check(checkResolved(findProblems))

function stagesOf<const Of extends Stages['of'], Level extends z.ZodType<number>>(
  of: Of,
  level: Level,
): z.ZodObject<
  { of: z.ZodLiteral<Of>; from: z.ZodOptional<Level>; steps: z.ZodArray<z.ZodObject<{ duration: typeof durationSchema; to: Level }>> },
  z.core.$strict
> {
  const step = strictObject({ duration: durationSchema, to: level } satisfies Record<keyof StageConfig<number>, z.ZodType>)
  return strictObject({ of: z.literal(of), from: level.optional(), steps: z.array(step).min(1) })
}

function findProblems({ curve }: Stages): readonly FieldsProblem[] {
  if (lengthOf(curve) === 0) return [{ path: ['steps'], message: 'take no time', hint: 'give one of them a duration' }]
  return cumulated(curve, Infinity) === 0 ? [{ path: ['steps'], message: 'never rise above 0', hint: 'nothing would be started' }] : []
}
