/** The picture of the not-found page: a container on an island, the way to it broken off. */
export function LostContainer({ label }: { label: string }) {
  return (
    <svg style={{ width: "min(280px, 70vw)", height: "auto" }} viewBox="0 0 280 180" role="img" aria-label={label}>
      <circle cx="222" cy="42" r="20" fill="var(--og-solar)" />
      <path
        d="M222 10v8M222 66v8M190 42h8M246 42h8M200 20l5 5M239 59l5 5M244 20l-5 5M205 59l-5 5"
        stroke="var(--og-solar)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <ellipse cx="140" cy="142" rx="86" ry="16" fill="var(--og-primary-soft)" stroke="var(--og-border-strong)" />
      <path d="M86 92h108v44H86z" fill="var(--og-primary)" />
      <path
        d="M86 92h108M104 92v44M122 92v44M140 92v44M158 92v44M176 92v44"
        stroke="var(--og-primary-hover)"
        strokeWidth="2"
      />
      <path d="M96 92l12-22h76l-12 22z" fill="var(--og-surface-2)" stroke="var(--og-border-strong)" strokeWidth="2" />
      <path d="M120 92l12-22M146 92l12-22M102 81h76" stroke="var(--og-border-strong)" strokeWidth="1.5" />
      <path d="M8 164h46M66 164h14M92 164h6" stroke="var(--og-muted)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
