/** A limit of this process or this machine that keeps requests from being sent, whatever the target does. */
export interface LocalLimit {
  /** The error code it is known by, such as `EMFILE`. */
  readonly code: string
  /** What there is no more of. */
  readonly text: string
  /** What to do about it. */
  readonly remedy: string
}

const limits: readonly LocalLimit[] = [
  { code: 'EMFILE', text: 'this process may open no more files', remedy: 'raise "ulimit -n", or use fewer connections' },
  { code: 'ENFILE', text: 'this machine may open no more files', remedy: 'raise fs.file-max (sysctl), or use fewer connections' },
  {
    code: 'EADDRNOTAVAIL',
    text: 'this machine has no local port left',
    remedy: 'widen net.ipv4.ip_local_port_range (sysctl), use fewer connections, or keep them open',
  },
  {
    code: 'ENOBUFS',
    text: 'the kernel has no buffer left for sockets',
    remedy: 'raise net.core.wmem_max and net.ipv4.tcp_mem (sysctl), or use fewer connections',
  },
  {
    code: 'ENOMEM',
    text: 'the kernel has no memory left for sockets',
    remedy: 'give this machine or container more memory, or use fewer connections',
  },
  {
    code: 'EPERM',
    text: 'a firewall of this machine lets no more packets out',
    remedy: 'allow them (iptables, nft), and raise net.netfilter.nf_conntrack_max (sysctl) where connections are tracked',
  },
]

const codes = new RegExp(String.raw`\b(?:${limits.map(({ code }) => code).join('|')})\b`)

/** The limit that a reason such as `EMFILE` or `websocket refused: EMFILE` names; `undefined` where the reason lies elsewhere. */
export function localLimitIn(reason: string): LocalLimit | undefined {
  const [code] = codes.exec(reason) ?? []
  return code === undefined ? undefined : limits.find((limit) => limit.code === code)
}

/** How a request ends whose connection failed for this reason: by a limit of ours, or as what would else be the target's doing. */
export function lossBy<Otherwise extends string>(reason: string, otherwise: Otherwise): Otherwise | 'local_error' {
  return localLimitIn(reason) === undefined ? otherwise : 'local_error'
}
