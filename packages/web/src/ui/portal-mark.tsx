import { config } from "../core/config.ts";

interface Props {
  /** Height, px. */
  size: number;
  /** A picture of the portal's own may be so much wider. */
  stretch?: number;
}

/** The picture of the portal, beside its name. */
export function PortalMark({ size, stretch = 4 }: Props) {
  if (config.logo === undefined) return <img src="/favicon.svg" alt="" width={size} height={size} />;
  return <img src={config.logo} alt="" height={size} style={{ maxWidth: stretch * size, objectFit: "contain" }} />;
}
