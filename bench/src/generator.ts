/** The load that a generator of users or arrivals has to generate. */
export interface UserLoad {
  readonly url: string
  readonly seconds: number
  /** Requests per second of the `rate` suite. */
  readonly rate?: number
  /** Users of the `journeys` suite. */
  readonly users?: number
}

/** A load generator that is measured: each run is a process of its own. */
export interface Generator {
  readonly name: string
  /** Prepares the generator; returns why it cannot be measured here, or `undefined` when it can. */
  prepare(): Promise<string | undefined>
  /** The command of one run; files it needs go into `temporary`. */
  command(load: UserLoad, temporary: string): Promise<readonly string[]>
}

/** Prepares generators, and prints why some cannot be measured here; returns the others. */
export async function readyGenerators<Kind extends Pick<Generator, 'name' | 'prepare'>>(
  generators: readonly Kind[],
): Promise<readonly Kind[]> {
  const ready: Kind[] = []
  for (const generator of generators) {
    const reason = await generator.prepare()
    if (reason === undefined) ready.push(generator)
    else console.error(`${generator.name} is skipped: ${reason}`)
  }
  return ready
}
