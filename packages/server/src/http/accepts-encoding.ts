/** Whether a header Accept-Encoding takes an encoding: named with a weight above 0, or by `*` where it is not named. */
export function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  const weights = new Map(
    (header ?? "").split(",").map((item) => {
      const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  return (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
}
