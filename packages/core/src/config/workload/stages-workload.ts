import { z } from 'zod'
import { fieldsOf } from '../unchecked.ts'
import { cumulated, levelAt, highestLevel, lengthOf, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { RateWorkload, UsersWorkload } from '../../model/workload/workload.ts'
import { addProblem, checkResolved, checkTogether, strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { type Duration, type Rate, durationSchema, rateSchema, wholeNumberSchema } from '../fields/quantity-schema.ts'
import { findWorkerProblems, phaseFields, phasesOf, workloadHints, type AnyWorkload } from './workload-fields.ts'
import type { UsersWorkloadConfig } from './closed-workloads.ts'
import { type RateWorkloadConfig, arrivalFields, arrivalsOf, findArrivalProblems } from './rate-workload.ts'

/** A workload that changes over stages: of users (closed), with their `pacing`, or of a rate (open), with the options of its arrivals. */
export interface StagesWorkloadConfig
  extends AnyWorkload, Pick<RateWorkloadConfig, 'arrivals' | 'maxUsers' | 'reuseUsers'>, Pick<UsersWorkloadConfig, 'pacing'> {
  readonly stages:
    | { readonly of: 'users'; readonly from?: number; readonly steps: readonly StageConfig<number>[] }
    | { readonly of: 'rate'; readonly from?: Rate; readonly steps: readonly StageConfig<Rate>[] }
}

/** One stage: a linear change to a level, or a constant level when it is the same as before. */
export interface StageConfig<Level> {
  readonly duration: Duration
  readonly to: Level
}

const hints = {
  ...workloadHints,
  duration: 'each of the steps has its own',
  iterations: 'stages end with the last of their steps',
}

/**
 * A workload of users, or of a rate, that changes over stages.
 *
 * @param reuseByDefault the default of `reuseUsers`
 */
export function stagesWorkloadSchema(context: ConfigContext, reuseByDefault: boolean): z.ZodType<UsersWorkload | RateWorkload> {
  return strictObject(
    { stages: stagesSchema, pacing: durationSchema.optional(), ...arrivalFields, ...phaseFields } satisfies Record<
      keyof StagesWorkloadConfig,
      z.ZodType
    >,
    hints,
  )
    .check(checkTogether(findForeignFields))
    .transform(({ stages: { of, curve }, pacing = 0, ...options }): UsersWorkload | RateWorkload =>
      of === 'users'
        ? { kind: of, curve, iterations: undefined, pacing, ...phasesOf(options, context) }
        : { kind: of, curve, iterations: undefined, ...arrivalsOf(options, reuseByDefault), ...phasesOf(options, context) },
    )
    .check(checkResolved((workload) => [...findWarmupProblems(workload), ...findPlanProblems(workload, context)]))
}

// The field `of` exists whether or not the stages are valid.
function findForeignFields({ stages, ...fields }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const { of } = fieldsOf(stages)
  if (of !== 'users' && of !== 'rate') return []
  const foreign = of === 'users' ? Object.keys(arrivalFields) : ['pacing']
  const hint = of === 'users' ? 'it goes with stages of rate' : 'it goes with stages of users'
  return foreign
    .filter((key) => fields[key] !== undefined)
    .map((key) => ({ path: [key], message: `cannot be given with stages of ${of}`, hint }))
}

function findWarmupProblems({ curve, warmup }: UsersWorkload | RateWorkload): readonly FieldsProblem[] {
  if (warmup === 0 || levelAt(curve, 0) > 0) return []
  return [{ path: ['warmup'], message: 'has nothing to do, because the stages start from 0', hint: 'give stages.from a level above 0' }]
}

function findPlanProblems(workload: UsersWorkload | RateWorkload, context: ConfigContext): readonly FieldsProblem[] {
  return workload.kind === 'users'
    ? findWorkerProblems(context, 'the users of the stages', highestLevel(workload.curve))
    : [...findWorkerProblems(context, 'maxUsers', workload.maxUsers), ...findArrivalProblems(workload)]
}

interface Stages {
  readonly of: 'users' | 'rate'
  readonly curve: LoadCurve
}

const stagesSchema: z.ZodType<Stages> = z
  .unknown()
  .superRefine((input, context) => {
    if (Array.isArray(input))
      addProblem(context, 'must be an object (was a list)', 'give { of: "users", steps: [{ duration: "30s", to: 20 }] }')
  })
  .pipe(
    z.discriminatedUnion('of', [stagesOf('users', wholeNumberSchema(0, 1e6)), stagesOf('rate', rateSchema)], {
      error: 'must be "users" or "rate"',
    }),
  )
  .transform(({ of, from = 0, steps }) => ({ of, curve: { from, steps } }))
  .check(checkResolved(findStagesProblems))

function stagesOf<const Of extends Stages['of'], Level extends z.ZodType<number>>(of: Of, level: Level) {
  const step = strictObject({ duration: durationSchema, to: level } satisfies Record<keyof StageConfig<number>, z.ZodType>)
  return strictObject({ of: z.literal(of), from: level.optional(), steps: z.array(step).min(1) })
}

function findStagesProblems({ curve }: Stages): readonly FieldsProblem[] {
  if (lengthOf(curve) === 0) return [{ path: ['steps'], message: 'take no time', hint: 'give one of them a duration' }]
  return cumulated(curve, Infinity) === 0 ? [{ path: ['steps'], message: 'never rise above 0', hint: 'nothing would be started' }] : []
}
