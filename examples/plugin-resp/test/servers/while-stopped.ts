/** Stops a process, does something meanwhile, and has it go on. */
export async function whileStopped<Value>(pid: number, work: () => Promise<Value>): Promise<Value> {
  process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
