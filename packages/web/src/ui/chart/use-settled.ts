import { useEffect, useState } from "react";

/** The value after it has stood still for a while; the first one at once. */
export function useSettled<Value>(value: Value, isSame: (one: Value, other: Value) => boolean, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  const isOld = !isSame(settled, value);
  useEffect(() => {
    if (!isOld) return;
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  });
  return settled;
}
