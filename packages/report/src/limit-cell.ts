/** What limited a run, in the words before the explanation: `think time`, `other processes`. */
export function limitCell(limitedBy: string): string {
  return limitedBy.split(/:|\(| on this machine/, 1)[0]?.trim() ?? ''
}
