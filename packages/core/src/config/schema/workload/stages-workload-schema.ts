import type { z } from 'zod'
import { highestLevel, levelAt } from '../../../model/workload/load-curve.ts'
import type { RateWorkload, UsersWorkload } from '../../../model/workload/workload.ts'
import type { StagesWorkloadConfig } from '../../workload-config.ts'
import { checkResolved, checkTogether, type FieldsProblem } from '../check-together.ts'
import type { ConfigContext } from '../config-context.ts'
import { durationSchema } from '../duration-schema.ts'
import { strictObject } from '../strict-object.ts'
import { findArrivalProblems } from './find-arrival-problems.ts'
import { findWorkerProblems } from './find-worker-problems.ts'
import { phaseFields, phasesOf } from './phases.ts'
import { arrivalFields, arrivalsOf } from './rate-workload-schema.ts'
import { stagesSchema } from './stages-schema.ts'
import { workloadHints } from './workload-hints.ts'

const hints = {
  ...workloadHints,
  duration: 'each of the steps has its own',
  iterations: 'stages end with the last of their steps',
}

/**
 * Users at a time, or a rate, that change over stages.
 *
 * @param reuseByDefault whether an iteration takes a user that is free, where the config does not say
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

// `of` stands where it stood, whether the stages are right or not.
function findForeignFields({ stages, ...fields }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const of = typeof stages === 'object' && stages !== null && 'of' in stages ? stages.of : undefined
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
