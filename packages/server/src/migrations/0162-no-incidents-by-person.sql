-- Nobody asks for the incidents that one person acknowledged.
drop index incident_entry_user;
