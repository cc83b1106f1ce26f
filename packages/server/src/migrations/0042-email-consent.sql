-- A new address that somebody asked for who only shares containers with the person counts only once the person agreed to
-- it, by a link to the address that they have; then the new one is confirmed as any other.
alter table app_user add column email_consent_due boolean not null default false;

alter table mail_token drop constraint mail_token_kind_check;
alter table mail_token add constraint mail_token_kind_check
  check (kind in ('invite', 'verify', 'reset', 'setup', 'consent'));
