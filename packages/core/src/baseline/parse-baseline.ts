import { z } from 'zod'
import type { Baseline } from './baseline.ts'

const texts = z.record(z.string(), z.string())
const value = z.number().refine(Number.isFinite).nullable()

const baselineSchema = z.strictObject({
  schemaVersion: z.literal(1),
  test: z.string(),
  variant: z.string(),
  machine: texts,
  alike: z.strictObject({ load: texts, plan: texts, seed: texts, code: texts }),
  target: z.string().optional(),
  madeBy: z.string().optional(),
  failed: z.record(z.string(), z.number().min(0).max(1)),
  runs: z.int().min(1),
  figures: z.array(
    z.strictObject({
      kind: z.enum(['scenario', 'endpoint', 'plugin', 'deliveries', 'function', 'search']),
      names: z.array(z.string()),
      metric: z.string(),
      aggregate: z.string(),
      unit: z.enum(['ms', 'ns', 'per second', 'share']),
      better: z.enum(['high', 'low']),
      values: z.array(value),
    }),
  ),
})

/**
 * Parses the text of a baseline file.
 *
 * @throws Error with what is wrong with the text, such as the conflict markers of an unfinished merge
 */
export function parseBaseline(text: string): Baseline {
  if (/^(?:<{7}|={7}|>{7})(?: |$)/m.test(text)) throw new Error('it has two sides of a merge; take one of them, or measure anew')
  const data: unknown = JSON.parse(text)
  const version = typeof data === 'object' && data !== null && 'schemaVersion' in data ? data.schemaVersion : undefined
  if (version !== 1) throw new Error(`its schemaVersion is ${JSON.stringify(version) ?? 'missing'}, and this benchpress reads 1`)
  const parsed = baselineSchema.safeParse(data)
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  const odd = parsed.data.figures.find(({ values }) => values.length > parsed.data.runs)
  if (odd !== undefined) throw new Error(`${odd.metric} ${odd.aggregate} has more values than there are runs`)
  return parsed.data
}
