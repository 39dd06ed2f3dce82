// Loaded before the command: counts the CPU time that its live view takes on the main thread, and writes it to a file at the end.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const { BENCH_DRAWS: file, BENCH_LIVE_DISPLAY: module } = process.env
if (isMainThread && file !== undefined && module !== undefined) {
  const { LiveDisplay } = await import(module)
  const { update } = LiveDisplay.prototype
  let [draws, microseconds] = [0, 0]
  /** @param {unknown} progress */
  LiveDisplay.prototype.update = function (progress) {
    const before = process.threadCpuUsage()
    update.call(this, progress)
    const { user, system } = process.threadCpuUsage(before)
    draws++
    microseconds += user + system
  }
  process.on('exit', () => writeFileSync(file, JSON.stringify({ draws, milliseconds: microseconds / 1000 })))
}
