/**
 * Chromium's arguments that leave the forwarding proxy as its only way out. The proxy's credentials cannot be passed
 * as arguments, see `ForwardingProxy`.
 */
export const browserFlags = (proxyPort: number): readonly string[] => [
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  // Chromium dials loopback and link-local addresses itself unless these rules are taken away.
  '--proxy-bypass-list=<-loopback>',
  // Nothing to resolve: names travel to the proxy. Prefetch hints would otherwise ask the name service.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  // UDP does not go through an HTTP proxy.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];
