/** The load that a generator of users or arrivals has to generate. */
export interface UserLoad {
  readonly url: string
  readonly seconds: number
  /** Requests per second of the `rate` suite. */
  readonly rate?: number
  /** Users of the `journeys` suite. */
  readonly users?: number
  /** Folder for a CPU profile of benchpress. */
  readonly profile?: string | undefined
}

/** A load generator that is measured: each run is a process of its own. */
export interface Generator<Load = UserLoad> {
  readonly name: string
  /** Prepares the generator, with files in `folder`; returns why it cannot be measured here, or `undefined` when it can. */
  prepare(folder: string): Promise<string | undefined>
  /** The command of one run; files that it needs go into `folder`, which is removed after the suite. */
  command(load: Load, folder: string): Promise<readonly string[]>
}

/**
 * Prepares generators, and prints why some cannot be measured here; returns the others.
 *
 * @param folder the folder for their files, where they have any
 */
export async function readyGenerators<Kind extends Pick<Generator, 'name' | 'prepare'>>(
  generators: readonly Kind[],
  folder = '',
): Promise<readonly Kind[]> {
  const ready: Kind[] = []
  for (const generator of generators) {
    const reason = await generator.prepare(folder)
    if (reason === undefined) ready.push(generator)
    else console.error(`${generator.name} is skipped: ${reason}`)
  }
  return ready
}
