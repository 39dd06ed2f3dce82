/** Stops a process, calls a function meanwhile, and lets the process continue. */
export async function whileStopped<Value>(pid: number, work: () => Promise<Value>): Promise<Value> {
  process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
