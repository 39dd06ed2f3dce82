import type { ResolvedMicrobenchmark } from '../config/resolved-microbenchmark.ts'
import { hideSecrets } from '../base/redact/hide-secrets.ts'
import { redactText } from '../base/redact/redact-text.ts'
import { idleProgress } from './idle-progress.ts'
import type { OnProgress, Phase, Progress } from './progress.ts'

const second = 1000

/** Tells where a test of functions is: at each change, and each second. */
export class FunctionsProgress {
  readonly repeat: number
  readonly #test: ResolvedMicrobenchmark
  readonly #repeats: number
  readonly #tell: OnProgress
  #ticking: NodeJS.Timeout | undefined

  constructor(test: ResolvedMicrobenchmark, repeat: number, repeats: number, onProgress: OnProgress) {
    this.#test = test
    this.repeat = repeat
    this.#repeats = repeats
    this.#tell = onProgress
  }

  setup(): void {
    const message = 'no threads of their own: the functions run in the thread that called'
    this.#tell(this.#idle('setup', this.#test.inCallingThread ? message : undefined))
  }

  say(phase: Phase, message: string): void {
    this.#tell(this.#idle(phase, redactText(hideSecrets(message, this.#test.secrets))))
  }

  /** A function of this name is called, for so many seconds. */
  phase(name: string, phase: 'warm-up' | 'run', total: number): void {
    this.stop()
    const start = performance.now()
    const tell = (): void => {
      const elapsed = Math.min(total, (performance.now() - start) / second)
      this.#tell({ ...this.#idle(phase, undefined), case: name, elapsed, total })
    }
    tell()
    this.#ticking = setInterval(tell, second)
  }

  stop(): void {
    clearInterval(this.#ticking)
  }

  #idle(phase: Phase, message: string | undefined): Progress {
    return idleProgress({ test: this.#test.name, variant: 'default', repeat: this.repeat, repeats: this.#repeats }, phase, message)
  }
}
