import { z } from 'zod'
import type { JourneySource } from '../../../load/user/load-journey.ts'
import type { Journey } from '../../../load/user/journey.ts'
import type { JourneyReference } from '../../journey-config.ts'
import type { ConfigContext } from '../config-context.ts'
import { strictObject } from '../strict-object.ts'
import { cloneableSchema } from './cloneable-schema.ts'
import { moduleSchema } from './module-schema.ts'

/** Where one journey comes from. */
export function journeySchema({ cwd, workers }: ConfigContext): z.ZodType<JourneySource> {
  const module = moduleSchema(cwd)
  const path = module.transform((url): JourneySource => ({ module: url, export: 'default', options: undefined }))
  const reference = strictObject({ module, export: z.string().min(1).optional(), options: cloneableSchema.optional() } satisfies Record<
    keyof JourneyReference,
    z.ZodType
  >).transform(({ module: url, export: name = 'default', options }): JourneySource => ({ module: url, export: name, options }))
  const inline = z
    .custom<Journey<never, never>>((value) => typeof value === 'function', { params: { isOfOtherKind: true }, abort: true })
    .superRefine((_, context) => {
      if (workers === undefined || workers === 0) return
      context.addIssue({
        code: 'custom',
        message: `a function runs in the calling thread only, and workers is ${workers}`,
        params: { hint: 'put it in a file of its own and give its path, or leave workers out' },
      })
    })
    .transform((run): JourneySource => ({ run }))
  return z.union([path, reference, inline], { error: 'must be the path of a module, { module } or a function' })
}
