import { run, type Config, type Result } from '@benchpress/core'
import { redis, type RedisOptions } from '../../src/index.ts'
import { countsByTag, countTimed } from '../counts-by-tag.ts'
import type { RedisServer } from '../servers/redis-server.ts'

/** The settings of a run besides its scenarios. */
interface RunSettings extends Partial<Omit<Config, 'scenarios' | 'plugins'>> {
  readonly options?: RedisOptions
  readonly signal?: AbortSignal | undefined
}

/** Runs scenarios against a server. */
export async function runRedis(
  server: Pick<RedisServer, 'url'>,
  scenarios: Config['scenarios'],
  { options = {}, signal, ...config }: RunSettings = {},
): Promise<Result> {
  return await run({ target: server.url, plugins: [redis(options)], seed: 1, workers: 1, ...config, scenarios }, { signal })
}

/** Counts a metric of a test by its tag. */
export function countsIn({ metrics }: Result, metric: string): Readonly<Record<string, number>> {
  return countsByTag(metrics[metric])
}

/** Counts the commands of the only scenario of a test that have a time, by name. */
export function timedIn({ scenarios }: Result): Readonly<Record<string, number>> {
  return countTimed(scenarios[0]?.users?.pluginRequests[0])
}
