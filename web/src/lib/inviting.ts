/** Where links lead that are given to others. */

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** The address for others: on the server's own machine it is another one than ours, if there is one. */
export function inviteOrigin(here: { origin: string; hostname: string }, nearby: string | null): string {
  return (LOOPBACK.includes(here.hostname) && nearby) || here.origin;
}

/** Whether only this machine can reach *origin*. */
export function isOnlyHere(origin: string): boolean {
  return LOOPBACK.includes(new URL(origin).hostname);
}
