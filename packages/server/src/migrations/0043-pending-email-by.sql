-- Who asked for the pending address: when its link is followed, it is decided again whether they may change it without
-- the person's consent. No reference: whoever was removed may not. Addresses that wait at this moment have nobody to
-- decide by, so they have to be asked for again.
alter table app_user add column pending_email_by text;

update app_user set pending_email = null, email_consent_due = false where pending_email is not null;
