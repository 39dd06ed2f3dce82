/** Where a value stands: the names of members and the places in lists, from the outside. */
export type Path = readonly (string | number)[]

/** Something that is wrong with options. */
export interface Problem {
  readonly path: Path
  readonly message: string
}

/** Everything that is wrong with options. */
export class Problems {
  readonly list: Problem[] = []

  add(path: Path, message: string): void {
    this.list.push({ path, message })
  }
}
